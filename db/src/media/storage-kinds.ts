/** What a file is kept for: conversations with customers, their profile pictures, what is kept ready to be sent, or nothing any more. */
export const storageKinds = ['conversations', 'library', 'pictures', 'other'] as const
export type StorageKind = (typeof storageKinds)[number]
