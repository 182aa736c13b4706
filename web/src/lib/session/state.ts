import type { Permission } from '@cresyl/contract/permissions'

/** The person, as the identity token tells. */
export interface User {
  id: string
  name: string
  email: string | null
  picture: string | null
  org_id: string
  org_name: string | null
  org_display_name: string | null
  /** Every claim of the identity token. */
  claims: Record<string, unknown>
}

export type SessionState =
  /** Also while the page is being left for the provider or for /login. */
  | { status: 'checking' }
  | { status: 'signed-in'; user: User; permissions: readonly Permission[] }
  /** 'not-ended': signed out here, but the provider could not be reached to end its session. */
  | { status: 'signed-out'; error?: string; providerSession?: 'not-ended' }

export interface SignInOptions {
  /** A path of this app; by default the one asked for before /login, or this one. */
  returnTo?: string
  /** The e-mail of a demo user, who needs no password in demo mode. */
  demoUser?: string
}

export interface Session {
  getState(): SessionState
  subscribe(listener: () => void): () => void
  /** Takes up the provider's answer or the stored session. Before any routing: it may change the address. */
  start(): Promise<void>
  signIn(options?: SignInOptions): Promise<void>
  /** In this browser until someone signs in by hand, even if the provider cannot be reached. */
  signOut(): Promise<void>
  /** Whether the stored access token permits it; false if none is stored. */
  can(permission: Permission): boolean
  /** Rejects where a new token is needed and cannot be fetched just now; null: signed out. */
  accessToken(): Promise<string | null>
  /** A token other than the refused one (by default: other than the stored one). */
  renew(refused?: string): Promise<string | null>
  /** The server refuses even a fresh token: forget everything and go to /login. */
  expire(returnTo?: string): void
  /** Stops timers and listeners. */
  stop(): void
}
