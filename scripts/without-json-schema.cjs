/**
 * Takes the way from a schema to JSON Schema out of Zod's classic schemas: only the server writes OpenAPI, but each schema
 * names it, so that a browser would load all of it. Where another version of Zod reads otherwise, nothing is taken out.
 */
module.exports = (source) =>
  source
    .replace(/^\s*inst\._zod\.processJSONSchema = .*;$/gm, '')
    .replace(/jsonSchema: \{\s*input: createStandardJSONSchemaMethod\([^)]*\),\s*output: [^)]*\),\s*\},/, '')
    .replace('return createToJSONSchemaMethod(this, {})(params);', '');
