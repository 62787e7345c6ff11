import { parse } from '@babel/parser';
import { findSqlChanges } from './sql-changes.ts';

/** One small change of a source text. */
export interface Mutant {
  start: number;
  end: number;
  /** The replacement. */
  text: string;
  line: number;
  /** The whole line of the change. */
  source: string;
  /** A description such as `<=` → `<`. */
  change: string;
}

interface Node {
  type: string;
  start: number;
  end: number;
  [key: string]: unknown;
}

/** A range of the text and its replacement. */
interface Edit {
  start: number;
  end: number;
  text: string;
}

/** Returns every mutant of a file, in source order. */
export function findMutants(source: string): Mutant[] {
  const { program } = parse(source, { sourceType: 'module', plugins: ['typescript'] });
  const edits: Edit[] = [];
  walk(program as unknown as Node, undefined, (node, parent) => edits.push(...editsOf(node, parent, source)));
  return edits
    .sort((a, b) => a.start - b.start || a.end - b.end)
    .map((edit) => {
      const before = source.slice(0, edit.start);
      const lineStart = before.lastIndexOf('\n') + 1;
      const lineEnd = source.indexOf('\n', edit.start);
      return {
        ...edit,
        line: before.split('\n').length,
        source: source.slice(lineStart, lineEnd === -1 ? undefined : lineEnd).trim(),
        change: `${short(source.slice(edit.start, edit.end))} → ${short(edit.text) || 'nothing'}`,
      };
    });
}

function short(text: string): string {
  const line = text.replaceAll(/\s+/g, ' ').trim();
  return line.length > 60 ? `${line.slice(0, 57)}…` : line;
}

const EXPRESSIONS_WITH_TYPES = ['TSAsExpression', 'TSSatisfiesExpression', 'TSNonNullExpression'];

/** Skips types and imports, which have no behaviour to test. */
function walk(
  node: Node,
  parent: Node | undefined,
  visit: (node: Node, parent: Node | undefined) => void,
): void {
  const isOfTypes = node.type.startsWith('TS') && !EXPRESSIONS_WITH_TYPES.includes(node.type);
  if (isOfTypes || node.type === 'ImportDeclaration') return;
  visit(node, parent);
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, node, visit);
    }
  }
}

function isNode(value: unknown): value is Node {
  return (
    value !== null &&
    typeof value === 'object' &&
    typeof (value as Node).type === 'string' &&
    'start' in value
  );
}

const OTHER_OPERATOR: Record<string, readonly string[]> = {
  ...{ '<': ['<=', '>='], '<=': ['<', '>'], '>': ['>=', '<='], '>=': ['>', '<'] },
  ...{ '===': ['!=='], '!==': ['==='], '==': ['!='], '!=': ['=='] },
  ...{ '+': ['-'], '-': ['+'], '*': ['/'], '/': ['*'], '%': ['*'], '**': ['*'] },
  ...{ '&&': ['||'], '||': ['&&'], '??': ['&&'] },
  ...{ '+=': ['-='], '-=': ['+='], '??=': ['='] },
};

const OTHER_NAME: Record<string, string> = {
  ...{ min: 'max', max: 'min', some: 'every', every: 'some', startsWith: 'endsWith', endsWith: 'startsWith' },
  ...{ round: 'floor', floor: 'ceil', ceil: 'floor', toLowerCase: 'toUpperCase', toUpperCase: 'toLowerCase' },
};

function editsOf(node: Node, parent: Node | undefined, source: string): Edit[] {
  const { start, end } = node;
  const replaced = (...texts: string[]) => texts.map((text) => ({ start, end, text }));
  switch (node.type) {
    case 'BinaryExpression':
    case 'LogicalExpression':
    case 'AssignmentExpression':
      return operatorEdits(node, source);
    case 'UnaryExpression': {
      const argument = node.argument as Node;
      return node.operator === '!' || node.operator === '-'
        ? replaced(source.slice(argument.start, argument.end))
        : [];
    }
    case 'ConditionalExpression':
    case 'IfStatement': {
      const test = node.test as Node;
      return ['true', 'false'].map((text) => ({ start: test.start, end: test.end, text }));
    }
    case 'BooleanLiteral':
      return replaced(node.value === true ? 'false' : 'true');
    case 'NumericLiteral':
      return isKey(node, parent) ? [] : replaced(otherNumber(node.value as number));
    case 'BigIntLiteral':
      return replaced(`${BigInt(String(node.value)) + 1n}n`);
    case 'StringLiteral':
      return stringEdits(node, parent);
    case 'TemplateElement':
      return findSqlChanges(source.slice(start, end)).map((edit) => shifted(edit, start));
    case 'RegExpLiteral':
      return anchorEdits(node);
    case 'ExpressionStatement':
      return isEffect(node.expression as Node) ? replaced(';') : [];
    case 'MemberExpression':
      return nameEdits(node);
    default:
      return [];
  }
}

function operatorEdits(node: Node, source: string): Edit[] {
  const [left, right] = [node.left as Node, node.right as Node];
  if (node.operator === '+' && [left, right].some(({ type }) => /^(String|Template)Literal$/.test(type)))
    return [];
  const between = source.slice(left.end, right.start);
  const start = left.end + between.indexOf(String(node.operator));
  const end = start + String(node.operator).length;
  const others = OTHER_OPERATOR[String(node.operator)] ?? [];
  return others.map((text) => ({ start, end, text }));
}

/** Returns the next number; limits and durations are doubled. */
function otherNumber(value: number): string {
  return String(Math.abs(value) <= 100 ? value + 1 : value * 2);
}

/** Skips sentences for people: tests should not depend on their wording. */
function stringEdits(node: Node, parent: Node | undefined): Edit[] {
  const value = String(node.value);
  const changes = findSqlChanges(value).map((edit) => shifted(edit, node.start + 1));
  if (changes.length > 0) return changes;
  if (isKey(node, parent) || value.includes(' ')) return [];
  return [{ start: node.start, end: node.end, text: value === '' ? "'?'" : "''" }];
}

function isKey(node: Node, parent: Node | undefined): boolean {
  return parent?.type === 'ObjectProperty' && parent.key === node;
}

function anchorEdits(node: Node): Edit[] {
  const pattern = String(node.pattern);
  const edits: Edit[] = [];
  if (pattern.startsWith('^')) edits.push({ start: node.start + 1, end: node.start + 2, text: '' });
  const last = node.start + pattern.length;
  if (pattern.endsWith('$') && !pattern.endsWith('\\$')) edits.push({ start: last, end: last + 1, text: '' });
  return edits;
}

function isEffect({ type, argument }: Node): boolean {
  if (type === 'AwaitExpression') return (argument as Node).type === 'CallExpression';
  return type === 'CallExpression';
}

function nameEdits({ property }: Node): Edit[] {
  const { type, name, start, end } = property as Node;
  const isKnown = type === 'Identifier' && Object.hasOwn(OTHER_NAME, String(name));
  const other = isKnown ? OTHER_NAME[String(name)] : undefined;
  return other ? [{ start, end, text: other }] : [];
}

function shifted({ start, end, text }: Edit, by: number): Edit {
  return { start: start + by, end: end + by, text };
}
