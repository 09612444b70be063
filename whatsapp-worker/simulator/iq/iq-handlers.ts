// All iqs that the server knows, by `type xmlns child`. A handler returns the content of the result, or throws IqError.

import { accountIqs } from './account-iqs.ts'
import { encryptIqs } from './encrypt-iqs.ts'
import { groupIqs } from './group-iqs.ts'
import type { IqHandlers } from './iq.ts'
import { linkIqs } from './link-iqs.ts'
import { mediaIqs } from './media-iqs.ts'
import { usyncIqs } from './usync-iqs.ts'

export { IqError } from './iq.ts'

export const iqHandlers: IqHandlers = {
  ...accountIqs,
  ...encryptIqs,
  ...groupIqs,
  ...linkIqs,
  ...mediaIqs,
  ...usyncIqs,
}
