/** `rows` with those of `order` as they stood, and what is new before them: nothing moves away from under the pointer. Pure. */
export function holdOrder<Row extends { id: string }>(order: readonly string[], rows: readonly Row[]): Row[] {
  const place = new Map(order.map((id, index) => [id, index]))
  return rows.toSorted((a, b) => (place.get(a.id) ?? -1) - (place.get(b.id) ?? -1))
}
