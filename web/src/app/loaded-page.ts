import type { QueryClient } from '@tanstack/react-query'
import type { ComponentType } from 'react'
import type { Api } from '../lib/api/api.ts'
import type { Session } from '../lib/session/state.ts'

/** What a page needs to ask for what it will show. */
export interface Preparation {
  client: QueryClient
  api: Api
  session: Session
  /** Of its address. */
  params: Readonly<Record<string, string | undefined>>
}

/** A page as it comes from the server. */
export interface LoadedPage {
  Page: ComponentType
  /** Asks for what it will show, before it is on the screen. */
  prepare?: (preparation: Preparation) => void
}
