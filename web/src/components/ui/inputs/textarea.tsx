import { useLayoutEffect, useRef, type ComponentProps, type Ref } from 'react'
import { cn } from '../../../lib/class-names.ts'
import { inputVariants } from './input.tsx'

/** Grows with its text from one line to five. */
export function Textarea({ className, ref, ...props }: ComponentProps<'textarea'>) {
  const element = useRef<HTMLTextAreaElement>(null)
  useLayoutEffect(() => {
    if (element.current && !CSS.supports('field-sizing', 'content')) growTo(element.current)
  })
  return (
    <textarea
      ref={(node) => {
        element.current = node
        return share(ref, node)
      }}
      rows={1}
      className={cn(
        inputVariants(),
        'field-sizing-content max-h-[calc(5lh+1.25rem)] min-h-10 resize-none py-[0.5625rem] leading-5 touch:min-h-11',
        className,
      )}
      {...props}
    />
  )
}

function growTo(element: HTMLTextAreaElement) {
  element.style.height = 'auto'
  element.style.height = `${element.scrollHeight + 2}px`
}

function share<T>(ref: Ref<T> | undefined, node: T | null) {
  if (typeof ref === 'function') return ref(node)
  if (ref) ref.current = node
  return undefined
}
