// OpenAPI 3.1 from the mounted routes' own schemas.
import { toJsonSchema } from '@valibot/to-json-schema'
import { errorStatus } from 'db/kit/errors.ts'
import type { RouteDoc } from './route-doc.ts'

const jsonSchema = (schema: NonNullable<RouteDoc['body']>) =>
  // Actions without a JSON Schema word (trim, lower case) change nothing for a caller.
  toJsonSchema(schema, { errorMode: 'ignore', target: 'draft-2020-12', typeMode: 'input' })

export function openApi(docs: readonly RouteDoc[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const doc of docs) {
    const path = doc.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [doc.method]: operation(doc) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Balcão', version: '1', description: 'Errors are {error: code, details?}.' },
    servers: [{ url: '/api' }],
    security: [{ session: [] }],
    paths,
    components: {
      securitySchemes: { session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' } },
      schemas: { ErrorCode: { type: 'string', enum: Object.keys(errorStatus) } },
    },
  }
}

function operation(doc: RouteDoc) {
  const pathParams = [...doc.path.matchAll(/:(\w+)/g)].map(([, name]) => ({
    name,
    in: 'path',
    required: true,
    schema: { type: 'string', ...(/^(id|uuid|\w+Id)$/.test(name ?? '') && { format: 'uuid' }) },
  }))
  const query = Object.entries(doc.query?.entries ?? {}).map(([name, schema]) => ({
    name,
    in: 'query',
    required: false,
    schema: jsonSchema(schema),
  }))
  return {
    summary: doc.summary,
    ...(doc.public && { security: [] }),
    parameters: [...pathParams, ...query],
    ...(doc.body && {
      requestBody: { required: true, content: { 'application/json': { schema: jsonSchema(doc.body) } } },
    }),
    responses: {
      [doc.status]: {
        description: 'Success',
        ...(doc.answer && { content: { 'application/json': { schema: jsonSchema(doc.answer) } } }),
      },
      default: { description: '{error, details?}' },
    },
  }
}
