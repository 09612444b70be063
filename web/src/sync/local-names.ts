/** Of a device table: what the server sent, and what pending mutations changed. */
export const syncedName = (table: string) => `${table}_synced`
export const overlayName = (table: string) => `${table}_overlay`
