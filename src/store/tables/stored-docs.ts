import { type Resource, type Resources, SHAPES, upgrade } from '../../domain/stored-shape.ts';

/** A row whose JSON is sent unchanged if it has the current shape. Every write of the JSON also sets the shape. */
export interface StoredDoc {
  doc: string;
  shape: number;
}

/** JSON of a resource in the current shape. That of an up-to-date row is not parsed. */
export function toCurrentDoc(name: Resource, { doc, shape }: StoredDoc): string {
  return shape === SHAPES[name] ? doc : JSON.stringify(parseDoc(name, { doc, shape }));
}

/** A resource in the current shape. */
export function parseDoc<Name extends Resource>(name: Name, { doc, shape }: StoredDoc): Resources[Name] {
  const stored = JSON.parse(doc);
  return shape === SHAPES[name] ? stored : upgrade(name, stored);
}
