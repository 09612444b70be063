// Files of messages that were written a moment ago and are not in the outbox yet: until then only this tab has them.

const held = new Map<string, Blob>()

export function holdFile(hash: string, blob: Blob) {
  held.set(hash, blob)
}

export function releaseFile(hash: string) {
  held.delete(hash)
}

export const heldFile = (hash: string): Blob | undefined => held.get(hash)
