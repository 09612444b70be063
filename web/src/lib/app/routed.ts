import { createContext } from 'react'

/** What is opened here has an address of its own: the way back out of it is the browser's. */
export const RoutedContext = createContext(false)
