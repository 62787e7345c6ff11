import { StoredDataDamaged } from '../../domain/outage.ts';
import { type Resource, type Resources, SHAPES, upgrade } from '../../domain/stored-shape.ts';

/** A row whose JSON is sent unchanged if it has the current shape. Every write of the JSON also sets the shape. */
export interface StoredDoc {
  doc: string;
  shape: number;
}

/** JSON of a resource in the current shape. That of an up-to-date row is not parsed. */
export function toCurrentDoc(name: Resource, { doc, shape }: StoredDoc): string {
  return shape === SHAPES[name] ? expectStoredObject(doc) : JSON.stringify(parseDoc(name, { doc, shape }));
}

/** A resource in the current shape. */
export function parseDoc<Name extends Resource>(name: Name, { doc, shape }: StoredDoc): Resources[Name] {
  const stored = parseStored<Resources[Name]>(doc);
  return shape === SHAPES[name] ? stored : upgrade(name, stored);
}

/** Throws for a text that is not the JSON of an object. Damaged pages read as zeros, which JSON never has. */
export function expectStoredObject(doc: string): string {
  if (doc.startsWith('{') && doc.endsWith('}') && !doc.includes('\0')) return doc;
  throw new StoredDataDamaged('a stored document is not JSON');
}

/** Parses stored JSON. */
export function parseStored<T>(text: string): T {
  try {
    return JSON.parse(text) as T;
  } catch (cause) {
    throw new StoredDataDamaged('a stored document is not JSON', { cause });
  }
}
