/** Of a device table: what the server sent, and what pending mutations changed. */
export const syncedName = (table: string) => `${table}_synced`
export const overlayName = (table: string) => `${table}_overlay`
/** How many rows of it there are, by what lists are cut by: local-counts.ts. */
export const countedName = (table: string) => `counted_${table}`
