// The phones: what reached them of campaigns, and what they answer.
import type { Phones } from '../phones.ts'
import type { Reached } from './laws.ts'
import { campaignIn, isQuestion, type CampaignPlan } from './plan.ts'

export interface Heard extends Reached {
  /** The office's number. */
  from: string
}

/** Grows with what arrives. */
export function listen(phones: Phones, plan: CampaignPlan): readonly Heard[] {
  const names = new Set(plan.campaigns.map(({ name }) => name))
  const reached: Heard[] = []
  phones.onReceived(({ number, from, id, text, at }) => {
    const campaign = campaignIn(text)
    if (!names.has(campaign)) return
    const isFirst = !reached.some(
      (each) => each.number === number && each.campaign === campaign && each.isQuestion === isQuestion(text),
    )
    reached.push({ campaign, number, from, id, isQuestion: isQuestion(text), at })
    const answer = isFirst ? plan.answer(number, text) : null
    if (answer !== null) void phones.send(number, from, answer)
  })
  return reached
}
