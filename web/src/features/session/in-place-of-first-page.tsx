import { useLayoutEffect, type ReactNode } from 'react'
import { removeFirstPage } from './typed-before.ts'

/** The first screen, and a first visit's page goes in the same frame: who is in it has looked what was typed there (login-form.tsx). */
export function InPlaceOfFirstPage({ children }: { children: ReactNode }) {
  useLayoutEffect(removeFirstPage, [])
  return children
}
