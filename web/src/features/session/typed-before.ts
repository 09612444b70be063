// A first visit's page has the login in it (first-page.tsx): whoever is quick types and enters before the app's code is there.

interface Typed {
  email: string
  password: string
  isAtPassword: boolean
  /** By Enter, or a click on the button. */
  isEntered: boolean
}

/** What was done in the page's own login until now, while the app's takes its place. */
export function typedBefore(): Typed {
  const page = document.querySelector<HTMLElement>('[data-first-page]')
  const input = (name: string) => page?.querySelector<HTMLInputElement>(`input[name=${name}]`)
  const password = input('password')
  return {
    email: input('email')?.value ?? '',
    password: password?.value ?? '',
    isAtPassword: password !== undefined && password === document.activeElement,
    isEntered: page?.dataset['firstPage'] === 'entered',
  }
}
