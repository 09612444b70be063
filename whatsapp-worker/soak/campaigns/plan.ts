// What a run does, made of its seed: who is in which campaign, who answers what, which campaign is cancelled and goes on. Pure.
import { randomFrom, type Random } from 'db/node/random.ts'

export interface PlannedPerson {
  name: string
  number: string
  /** Without one WhatsApp does not know them. */
  hasPhone: boolean
}

export interface PlannedCampaign {
  name: string
  /** Index of the connection. */
  connection: number
  confirmation: boolean
  people: readonly PlannedPerson[]
}

export interface CampaignPlan {
  people: readonly PlannedPerson[]
  campaigns: readonly PlannedCampaign[]
  /** How a phone answers a text, each time the same; null: not at all. */
  answer(number: string, text: string): string | null
  random: Random
}

const invalidShare = 0.02
const everybody = 0.9

export function campaignPlanOf(seed: number, numbers: readonly string[]): CampaignPlan {
  const random = randomFrom(seed)
  const people = numbers.map((number, index) => {
    const hasPhone = !random.chance(invalidShare)
    return { name: `Cliente ${index}`, number: hasPhone ? number : `5511700${String(100_000 + index)}`, hasPhone }
  })
  const some = (of: string) => {
    const each = random.fork(of)
    return people.filter(() => each.chance(everybody))
  }
  return {
    people,
    campaigns: [
      { name: 'Natal', connection: 0, confirmation: false, people: some('Natal') },
      { name: 'Convite', connection: 1, confirmation: true, people: some('Convite') },
      { name: 'Aviso', connection: 1, confirmation: false, people: some('Aviso') },
    ],
    answer: (number, text) => answerOf(randomFrom(`${seed} ${number} ${text}`), text),
    random: random.fork('deeds'),
  }
}

export const questionOf = (name: string) => `${name}: podemos enviar, {nome}?`
export const messageOf = (name: string) => `${name}: olá, {nome}!`
export const isQuestion = (text: string) => text.endsWith('?')
/** The campaign whose text it is. */
export const campaignIn = (text: string) => text.split(':')[0] ?? ''

function answerOf(random: Random, text: string): string | null {
  const die = random.int(1, 100)
  if (isQuestion(text)) {
    if (die <= 70) return 'Pode sim'
    return die <= 85 ? 'Não, obrigado' : null
  }
  if (die <= 4) return 'SAIR'
  return die <= 14 ? 'Quero saber mais' : null
}
