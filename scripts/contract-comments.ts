import { readFileSync } from 'node:fs';
import path from 'node:path';
import ts from 'typescript';

/** Comments of an object literal's fields, and the names of all its fields, by which its schema is known again. */
type FieldComments = { names: string[]; says: Record<string, string> };

/** What comments say of a folder's schemas and endpoints: of exported constants by name, of fields by the literal they are in. */
type FolderComments = { constants: Record<string, string>; fields: FieldComments[] };

/**
 * The doc comments of schemas, so that the API reference says what their source says. A comment on a field or a constant is one
 * sentence for the reader of the API; references to the spec and the design are left out.
 */
export function contractComments(files: readonly string[]): Record<string, FolderComments> {
  const found: Record<string, FolderComments> = {};
  for (const file of files) {
    const source = ts.createSourceFile(file, readFileSync(file, 'utf8'), ts.ScriptTarget.Latest, true);
    const folder = path.posix.dirname(file);
    found[folder] ??= { constants: {}, fields: [] };
    visit(source, found[folder]);
  }
  return found;
}

function visit(node: ts.Node, into: FolderComments): void {
  if (ts.isVariableStatement(node)) {
    const [declared] = node.declarationList.declarations;
    const text = commentOf(node);
    if (text && declared && ts.isIdentifier(declared.name)) into.constants[declared.name.text] = text;
  }
  if (ts.isObjectLiteralExpression(node)) {
    const says: Record<string, string> = {};
    const names: string[] = [];
    for (const property of node.properties) {
      if (!property.name || !(ts.isIdentifier(property.name) || ts.isStringLiteral(property.name))) continue;
      names.push(property.name.text);
      const text = commentOf(property);
      if (text) says[property.name.text] = text;
    }
    if (Object.keys(says).length > 0) into.fields.push({ names, says });
  }
  ts.forEachChild(node, (child) => visit(child, into));
}

function commentOf(node: ts.Node): string {
  const [last] = ts.getJSDocCommentsAndTags(node).filter(ts.isJSDoc).slice(-1);
  const text = last ? (ts.getTextOfJSDocComment(last.comment) ?? '') : '';
  return text
    .replace(/ ?\((?:spec|DESIGN)[^)]*\)/g, '')
    .replace(/\s+/g, ' ')
    .trim();
}
