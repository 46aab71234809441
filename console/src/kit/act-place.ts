import { createContext } from 'react'
import type { MenuStore } from '@ariakit/react'

/** The menu that acts stand in, and the element that they are drawn into; null: it is not there yet. */
interface ActPlace {
  menu: MenuStore
  list: HTMLElement | null
}

/** Where acts are drawn; null: where they are written, as buttons. */
export const ActPlaceContext = createContext<ActPlace | null>(null)
