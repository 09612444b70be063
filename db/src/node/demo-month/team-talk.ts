// What the team says among itself in the month that is made up. Pure, as the traffic is.
import type { Random } from '../random.ts'
import { teamChats } from './texts.ts'
import { idOf, type Place, type Row } from './place.ts'

const [minute, hour, day] = [60_000, 3_600_000, 86_400_000]

export interface TeamTalk {
  chats: Row[]
  chat_members: Row[]
  chat_messages: Row[]
}

/** A chat with fewer than two of its people is none. The last message of each is unread by all but who wrote it. */
export function teamTalk(random: Random, place: Place, days: number, now: number): TeamTalk {
  const rows: TeamTalk = { chats: [], chat_members: [], chat_messages: [] }
  for (const { title, people, lines } of teamChats) {
    const members = place.attendants.filter(({ login }) => people === null || people.some((each) => each === login))
    if (members.length < 2) continue
    addChat(rows, { random: random.fork(title), place, members, title, lines, since: now - days * day, now })
  }
  return rows
}

interface Talk {
  random: Random
  place: Place
  members: Place['attendants']
  title: string
  lines: readonly string[]
  since: number
  now: number
}

function addChat(rows: TeamTalk, { random, place, members, title, lines, since, now }: Talk) {
  const id = idOf(random, since)
  const of = { company_id: place.companyId, chat_id: id }
  const said: { at: number; text: string; sender: Place['attendants'][number] }[] = []
  // A few lines each day, from nine o'clock on, in the order in which they make sense.
  for (let morning = since + 9 * hour; morning < now - hour; morning += day) {
    let at = morning
    for (let left = random.int(1, 4); left > 0; left--) {
      said.push({ at, text: lines[said.length % lines.length] ?? '', sender: random.pick(members) })
      at += random.int(2, 12) * minute
    }
  }
  const last = said.at(-1)
  rows.chat_messages.push(
    ...said.map(({ at, text, sender }) => ({
      ...of,
      id: idOf(random, at),
      sender_id: sender.id,
      sender_name: sender.name,
      media_type: 'chat',
      body: text,
      mentions: [],
      created_at: iso(at),
      updated_at: iso(at),
    })),
  )
  rows.chats.push({
    id,
    company_id: place.companyId,
    title,
    owner_id: members[0]?.id,
    last_message: last?.text ?? '',
    last_message_type: last ? 'chat' : null,
    last_message_at: last ? iso(last.at) : null,
    last_sender_id: last?.sender.id ?? null,
    last_sender_name: last?.sender.name ?? null,
    created_at: iso(since),
    updated_at: iso(last?.at ?? since),
  })
  for (const { id: userId } of members) {
    const read = userId === last?.sender.id ? last.at : (said.at(-2)?.at ?? since)
    rows.chat_members.push({
      ...of,
      id: idOf(random, since),
      user_id: userId,
      joined_at: iso(since),
      read_until: iso(read),
      typing_until: null,
    })
  }
}

const iso = (at: number) => new Date(at).toISOString()
