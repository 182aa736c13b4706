import type { Permission } from '@cresyl/contract/api/permissions'
import type { IdentityError } from '../identity/identity-error.ts'

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

export interface SignedIn {
  status: 'signed-in'
  user: User
  permissions: readonly Permission[]
  superadmin: boolean
  /** A superadmin in an organisation that they don't belong to. */
  acting: boolean
}

/** What the server knows of the person; the tokens of some providers don't say. */
export interface Standing {
  permissions: readonly Permission[]
  superadmin: boolean
  acting: boolean
}

export type SessionState =
  /** Also while the page is being left for the provider or for /login. */
  | { status: 'checking' }
  | SignedIn
  /** 'not-ended': signed out here, but the provider could not be reached to end its session. */
  | {
      status: 'signed-out'
      error?: IdentityError
      providerSession?: 'not-ended'
      /** Whose session goes on as soon as the provider can be reached again. */
      waiting?: User
    }

export interface SignInOptions {
  /** A path of this app; by default the one asked for before /login, or this one. */
  returnTo?: string
  /** The e-mail of a demo user, who needs no password in demo mode. */
  demoUser?: string
  /** 'popup' only in the click itself, and only while signed out; by default 'redirect'. */
  way?: 'redirect' | 'popup'
  /** Id or name. */
  organization?: string
  /** The e-mail address that the provider shall offer; by default the one in the address of /login. */
  loginHint?: string
  /** Gives up the pop-up. */
  signal?: AbortSignal
}

export interface Session {
  getState(): SessionState
  subscribe(listener: () => void): () => void
  /** Takes up the provider's answer or the stored session. Before any routing: it may change the address. */
  start(): Promise<void>
  /** Resolves when the page is about to be left, or when it failed: the state then says why. */
  signIn(options?: SignInOptions): Promise<void>
  /**
   * Leaves the page for the provider and comes back to / in that organisation, by id or name. If the provider
   * refuses, everything stays as it is and `takeNotice` tells why; rejects if it can't even be asked.
   */
  switchOrganization(organization: string): Promise<void>
  /** Takes in what the server tells about the person. */
  learn(standing: Standing): void
  /** Something the person must be told once, since it happened while no page of ours was there. */
  takeNotice(): string | null
  /** In this browser until someone signs in by hand, even if the provider cannot be reached. */
  signOut(): Promise<void>
  /** Whether the stored access token permits it; false if none is stored. */
  can(permission: Permission): boolean
  /** Rejects where a new token is needed and cannot be fetched just now; null: signed out. */
  accessToken(): Promise<string | null>
  /** A token other than the refused one (by default: other than the stored one). */
  renew(refused?: string, why?: string): Promise<string | null>
  /** The server refuses even a fresh token: forget everything and go to /login, which says why. */
  expire(why?: string): void
  /** Stops timers and listeners. */
  stop(): void
}
