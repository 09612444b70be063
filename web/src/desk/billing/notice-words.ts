// What became of a payment that was not as the payer meant it, in words: for the operator and for whoever paid.
import { t } from '@lingui/core/macro'
import * as v from 'valibot'
import { formatMoney } from '../../lib/text/money.ts'
import { overAnswer, overWords } from './over-words.ts'

export const noticeAnswer = v.object({
  kind: v.string(),
  wanted: v.optional(v.string(), ''),
  present: v.optional(v.string(), ''),
  over: v.optional(overAnswer, []),
  owed: v.optional(v.string(), '0'),
  received: v.optional(v.string(), '0'),
  /** False: it was too little for the present plan, too. */
  renewed: v.optional(v.boolean(), true),
})
export type PaymentNotice = v.InferOutput<typeof noticeAnswer>

export function noticeWords(notice: PaymentNotice): string {
  const words = wordsOf(notice)
  return notice.renewed ? words : `${words} ${t`Não cobre o valor dele: fale com o suporte.`}`
}

function wordsOf({ kind, wanted, present, over, ...money }: PaymentNotice): string {
  const [owed, received] = [formatMoney(Number(money.owed)), formatMoney(Number(money.received))]
  switch (kind) {
    case 'plan-moved':
      return t`O código era do plano ${wanted}, de antes da última mudança. O dinheiro conta para o plano atual, ${present}.`
    case 'plan-too-small':
      return t`O plano ${wanted} é pequeno para o que a empresa usa. O dinheiro conta para o plano atual, ${present}. ${overWords(over)}`
    case 'amount':
      return t`Recebido ${received}; o devido era ${owed}.`
    case 'due-shifted':
      return t`O vencimento tinha mudado depois deste pagamento: voltou só o que ele havia avançado.`
    case 'plan-kept':
      return t`O plano tinha mudado depois deste pagamento: continua ${present}.`
    case 'over-limits':
      return t`De volta ao plano ${present}, a empresa usa mais do que ele tem. ${overWords(over)}`
    default:
      return t`Confira este pagamento.`
  }
}
