// The routes as openapi.json tells of them, for tests that ask each.
import type { TestApi } from './test-api.ts'

export interface DescribedRoute {
  /** In small letters. */
  method: string
  /** '/tickets/{id}', below /api. */
  path: string
  parameters: readonly { name: string; in: string; schema: object }[]
  /** The schema of its JSON body; {}: it has none. */
  body: { properties?: object }
}

interface Operation extends Pick<DescribedRoute, 'parameters'> {
  requestBody?: { content: { 'application/json'?: { schema: DescribedRoute['body'] } } }
}

export async function describedRoutes(api: TestApi): Promise<DescribedRoute[]> {
  const { body: document } = await api.request('GET', '/openapi.json')
  return Object.entries(document['paths'] as Record<string, Record<string, Operation>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { parameters, requestBody }]) => ({
      method,
      path,
      parameters,
      body: requestBody?.content['application/json']?.schema ?? {},
    })),
  )
}

export const fieldsOf = ({ body: { properties = {} } }: DescribedRoute): string[] => Object.keys(properties)
