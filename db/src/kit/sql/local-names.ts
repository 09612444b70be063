// What a device calls the parts of a table: on it `x` is a view over what the server sent and what pending mutations changed.

/** What the server sent. */
export const syncedName = (table: string) => `${table}_synced`
/** What pending mutations changed. */
export const overlayName = (table: string) => `${table}_overlay`
/** How many rows of it there are, by what lists are cut by (`counts` of a table's `device`): web/src/sync/local/local-counts.ts. */
export const countedName = (table: string) => `counted_${table}`
/** What of it can be searched, folded (`search` of a table's `device`): web/src/sync/local/local-search.ts. */
export const searchedName = (table: string) => `searched_${table}`
