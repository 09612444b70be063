// Pix without a provider: the operator's own key as a static BR Code, with the amount and what the payment is recognised by in the bank's
// statement. Nobody tells what was paid: somebody looks at the statement and says so.
import { staticBrCode, type PixReceiver } from './br-code.ts'
import { checkOrder, checkTxid, type PixProvider } from './provider.ts'

export function createManual(receiver: PixReceiver): PixProvider {
  return {
    kind: 'manual',
    async charge(order) {
      checkOrder(order)
      const { txid, amount, description } = order
      const brCode = staticBrCode({ ...receiver, amount, txid: statementTxid(txid), info: description })
      return { txid, brCode, expiresAt: null }
    },
    async paymentsOf() {
      return []
    },
    async *paymentsBetween() {},
  }
}

/**
 * What stands in the bank's statement for an order: static codes have at most 25 characters of a txid, so it is the order's last 25, where
 * our ids differ. @throws PixError of kind `rejected`
 */
export function statementTxid(txid: string): string {
  checkTxid(txid)
  return txid.slice(-25)
}
