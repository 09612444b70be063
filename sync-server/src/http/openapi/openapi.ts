// OpenAPI 3.1 from the mounted routes' own schemas. A field of a body stands there as its schema has it; which other forms of it are taken
// is said once, in the description.
import { toJsonSchema } from '@valibot/to-json-schema'
import { errorStatus } from 'db/kit/errors.ts'
import type * as v from 'valibot'
import type { FormField, RouteDoc } from './route-doc.ts'

const description = `Every refusal is \`{error, details?}\` with one of the codes of \`ErrorCode\`.

**Session.** \`POST /auth/login\` answers a bearer token for 15 minutes and sets the cookie that \`POST /auth/refresh_token\` takes. 401: the session is
gone. 403 with \`ERR_SESSION_EXPIRED\`: refresh once and ask again.

**Rows come back.** What GET answers of a row may be sent as it is: of POST and PUT only the fields below are written, the row's others are taken and change
nothing. What a PUT has that the row has already, as GET answers it, is no change, whatever it is. \`companyId\` is the session's own. A row that says it has no file keeps the one it has: files go by \`DELETE …/media-upload\`. Any other field is refused.

**Forms.** A boolean may also be 0 or 1, a number its text, "nothing chosen" an empty text. A query parameter without a value is none.

**Phone numbers.** Write \`+\` or the country code: \`51912345678\` is a number of Peru. Digits that have no such number, and what is written with spaces or
dashes, are read as numbers of the company's country. Answers have digits with country code, as WhatsApp spells them; sent back, they change nothing.

**Repeats.** The header \`Idempotency-Key\` (a UUID) makes a repeated POST, PUT or DELETE harmless.

**Pages.** Lists with \`hasMore\` take \`pageNumber\`, or the \`cursor\` of the answer before, which neither repeats nor loses a row.`

const jsonSchema = (schema: v.GenericSchema) =>
  // Actions without a JSON Schema word (trim, lower case) change nothing for a caller.
  withoutDialect(toJsonSchema(schema, { errorMode: 'ignore', target: 'draft-2020-12', typeMode: 'input' }))

/** It is OpenAPI 3.1's own. */
const withoutDialect = ({ $schema: _dialect, ...schema }: ReturnType<typeof toJsonSchema>) => schema

export function openApi(docs: readonly RouteDoc[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  for (const doc of docs) {
    const path = doc.path.replaceAll(/:(\w+)/g, '{$1}')
    paths[path] = { ...paths[path], [doc.method]: operation(doc) }
  }
  return {
    openapi: '3.1.0',
    info: { title: 'Balcão', version: '1', description },
    servers: [{ url: '/api' }],
    security: [{ session: [] }],
    tags: [...new Set(docs.map(tagOf))].toSorted().map((name) => ({ name })),
    paths,
    components: {
      securitySchemes: {
        session: { type: 'http', scheme: 'bearer', bearerFormat: 'JWT' },
        connectionToken: { type: 'http', scheme: 'bearer', description: "A connection's token for the messages API" },
      },
      schemas: {
        ErrorCode: { type: 'string', enum: Object.keys(errorStatus) },
        Refusal: {
          type: 'object',
          required: ['error'],
          properties: { error: { $ref: '#/components/schemas/ErrorCode' }, details: { type: 'object' } },
        },
      },
    },
  }
}

const tagOf = ({ path }: RouteDoc) => path.split('/')[1] ?? ''

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
  const success = doc.answer && { content: { 'application/json': { schema: jsonSchema(doc.answer) } } }
  const refusal = { 'application/json': { schema: { $ref: '#/components/schemas/Refusal' } } }
  return {
    tags: [tagOf(doc)],
    summary: doc.summary,
    ...(doc.description && { description: doc.description }),
    ...(doc.public && { security: [] }),
    ...(doc.token && { security: [{ connectionToken: [] }] }),
    parameters: [...pathParams, ...query],
    ...((doc.body ?? doc.form) && { requestBody: { required: true, content: bodies(doc) } }),
    responses: {
      [doc.status]: { description: 'Success', ...success },
      default: { description: 'Refused', content: refusal },
    },
  }
}

const bodies = ({ body, form }: RouteDoc) => ({
  ...(body && { 'application/json': { schema: jsonSchema(body) } }),
  ...(form && {
    'multipart/form-data': {
      schema: {
        type: 'object',
        properties: Object.fromEntries(Object.entries(form).map(([name, field]) => [name, formField(field)])),
      },
    },
  }),
})

function formField(field: FormField) {
  const one = field.startsWith('file')
    ? { type: 'string', contentMediaType: 'application/octet-stream' }
    : { type: 'string' }
  return field.endsWith('s') ? { type: 'array', items: one } : one
}
