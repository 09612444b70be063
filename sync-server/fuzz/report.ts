// What was asked and how it was answered, by subject.
export class Report {
  private readonly statuses = new Map<string, Map<number, number>>()

  count(subject: string, status: number) {
    const known = this.statuses.get(subject) ?? new Map<number, number>()
    this.statuses.set(subject, known)
    known.set(status, (known.get(status) ?? 0) + 1)
  }

  /** Subjects of which nothing is known, because every answer was that there were too many requests. */
  hidden(): string[] {
    return [...this.statuses].filter(([, known]) => known.size === 1 && known.has(429)).map(([subject]) => subject)
  }

  text(subjects: number): string {
    const all = new Map<number, number>()
    for (const known of this.statuses.values())
      for (const [status, count] of known) all.set(status, (all.get(status) ?? 0) + count)
    const sum = [...all.values()].reduce((total, count) => total + count, 0)
    const answers = [...all].toSorted(([a], [b]) => a - b).map(([status, count]) => `${status} ${count}`)
    const done = [...this.statuses.values()].filter((known) => [...known.keys()].some((status) => status < 300)).length
    return `${sum} requests (${answers.join(', ')}); ${this.statuses.size} of ${subjects} subjects asked, ${done} with success`
  }
}
