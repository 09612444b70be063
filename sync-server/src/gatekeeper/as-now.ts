// What was found for somebody is theirs only if they may still see it when it is delivered: a request may have waited long, and a queue, a profile
// or a membership may be gone since. Asked of the database after the answer is there, so that whatever was written after the loss meets the loss.
import type { UserActor } from 'db/kit/actor.ts'
import { isDeepStrictEqual } from 'node:util'
import { asFollower } from '../chats/followed.ts'
import type { Services } from '../http/context.ts'
import type { Waiting } from '../http/login/while-logged-in.ts'

export interface AsNow<Answer> {
  answer: Answer
  /** As whom it was asked, and may be asked next. */
  actor: UserActor
}

/**
 * Asks as who the actor is, and anew as who they are by then where what they may see is another: what was found before is delivered to nobody.
 * @throws AppError when the session is no more; whatever `ask` does
 */
export async function asNow<Answer>(
  services: Pick<Services, 'env' | 'db'>,
  waiting: Pick<Waiting, 'result'>,
  { actor: asked, ask }: { actor: UserActor; ask: (follower: UserActor) => Promise<Answer> },
): Promise<AsNow<Answer>> {
  for (let actor = asked; ;) {
    const follower = await asFollower(services, actor)
    const { result: answer, actor: now } = await waiting.result(ask(follower))
    if (isDeepStrictEqual(sightOf(follower), sightOf(await asFollower(services, now)))) return { answer, actor }
    if (answer instanceof Response) await answer.body?.cancel()
    actor = now
  }
}

/** What scopes depend on. */
const sightOf = ({ companyId, userId, profile, super: isSuper, queueIds, chatIds }: UserActor) => {
  return [companyId, userId, profile, isSuper, queueIds.toSorted(), chatIds]
}
