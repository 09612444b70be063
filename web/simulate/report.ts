// What happened in a run, counted by group and kind, for one line at its end.

type Group = 'wishes' | 'mutations' | 'faults' | 'laws'

export class Report {
  private readonly counts = new Map<Group, Map<string, number>>()

  count(group: Group, kind: string, by = 1) {
    const kinds = this.counts.get(group) ?? new Map<string, number>()
    this.counts.set(group, kinds)
    kinds.set(kind, (kinds.get(kind) ?? 0) + by)
  }

  /** Of a group. */
  sum(group: Group): number {
    return [...(this.counts.get(group)?.values() ?? [])].reduce((total, count) => total + count, 0)
  }

  text(): string {
    const groups = (['wishes', 'mutations', 'faults', 'laws'] as const).map((group) => {
      const kinds = [...(this.counts.get(group) ?? [])].toSorted(([a], [b]) => a.localeCompare(b))
      return `${this.sum(group)} ${wordsFor[group]} (${kinds.map(([kind, count]) => `${kind} ${count}`).join(', ')})`
    })
    return groups.join('; ')
  }
}

const wordsFor = { wishes: 'wishes', mutations: 'mutations', faults: 'faults injected', laws: 'laws checked' }
