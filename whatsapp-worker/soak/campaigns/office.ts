// What an admin does online about campaigns: asked again until the server, which is killed now and then, has answered.
import { setTimeout as delay } from 'node:timers/promises'
import { testPassword } from 'db/node/testing/test-world.ts'

const retryMs = 200

export class Office {
  readonly #url: string
  readonly #email: string
  #token: string | null = null

  constructor(url: string, email: string) {
    this.#url = url
    this.#email = email
  }

  /** Its status and answer; 409 says that it was done already. */
  async ask(method: string, path: string, body?: object): Promise<{ status: number; answer: unknown }> {
    for (;;) {
      try {
        this.#token ??= await this.#logIn()
        const response = await this.#fetch(method, path, this.#token, body)
        if (response.status === 401 || response.status === 403) this.#token = null
        else if (response.status < 500) return { status: response.status, answer: await response.json() }
      } catch {
        // It is just being killed.
      }
      await delay(retryMs)
    }
  }

  async #logIn() {
    const response = await this.#fetch('POST', '/auth/login', null, { email: this.#email, password: testPassword })
    const { token } = (await response.json()) as { token: string }
    return token
  }

  #fetch(method: string, path: string, token: string | null, body?: object) {
    return fetch(`${this.#url}/api${path}`, {
      method,
      headers: {
        origin: this.#url,
        ...(body && { 'content-type': 'application/json' }),
        ...(token && { authorization: `Bearer ${token}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(10_000),
    })
  }
}
