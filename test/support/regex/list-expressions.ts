import { globSync, readFileSync } from 'node:fs';
import { ts } from '@ts-morph/common';

export interface Expression {
  file: string;
  pattern: string;
  flags: string;
}

/** Lists the regular expressions of the sources, and those made of texts, by where they are made. */
export function listExpressions(cwd: string): { literals: Expression[]; made: string[] } {
  const literals: Expression[] = [];
  const made: string[] = [];
  for (const path of globSync('src/**/*.{ts,tsx}', { cwd }).sort()) {
    if (/\.test\.tsx?$/.test(path)) continue;
    const file = path.replaceAll('\\', '/');
    const text = readFileSync(`${cwd}/${path}`, 'utf8');
    const kind = file.endsWith('x') ? ts.ScriptKind.TSX : ts.ScriptKind.TS;
    const visit = (node: ts.Node): void => {
      if (ts.isRegularExpressionLiteral(node)) {
        const end = node.text.lastIndexOf('/');
        literals.push({ file, pattern: node.text.slice(1, end), flags: node.text.slice(end + 1) });
      }
      const isMade = ts.isNewExpression(node) || ts.isCallExpression(node);
      if (isMade && node.expression.getText(source) === 'RegExp') made.push(file);
      ts.forEachChild(node, visit);
    };
    const source = ts.createSourceFile(file, text, ts.ScriptTarget.Latest, false, kind);
    visit(source);
  }
  return { literals, made };
}
