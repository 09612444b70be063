import type { ComponentType } from 'react'

/** One component, in all that it can be. */
export interface Sample {
  title: string
  Show: ComponentType
}
