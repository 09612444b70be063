import type { Node } from 'libpg-query'

/** Of a name with dots; none where one of them is no name, as `*`. */
export function nameParts(nodes: readonly Node[] = []): string[] {
  const parts = nodes.map((node) => ('String' in node ? (node.String.sval ?? '') : null))
  return parts.every((part) => part !== null) ? parts : []
}
