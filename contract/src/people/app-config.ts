import { roleSchema } from '../api/permissions.ts'
import { z } from '../api/zod.ts'

/** What the page must know before anyone is signed in; the server writes it into index.html. */
export const appConfig = z.object({
  version: z.string(),
  identity: z.object({
    kind: z.enum(['embedded', 'external']),
    issuer: z.url(),
    client_id: z.string(),
    audience: z.string(),
    /** How the provider wants to be told the audience. */
    audience_parameter: z.enum(['audience', 'resource', 'none']),
    scope: z.string(),
    /** The parameter by which the provider is asked for a particular organisation; null: it can't be. */
    organization_parameter: z.string().nullable(),
    /** The one organisation of everyone; null: a claim of the ID token tells. */
    organization: z.string().nullable(),
    /** Which claim of the ID token holds what. A name is taken as it is, or else as a path with dots. */
    claims: z.object({
      organization: z.string(),
      organization_name: z.string(),
      organization_display_name: z.string(),
      name: z.string(),
      email: z.string(),
      picture: z.string(),
      /** Of the access token, where that can be read. */
      permissions: z.string(),
    }),
  }),
  /** Whether e-mail is sent. */
  mail: z.boolean(),
  upload_origin: z.url(),
  /** Offered as one-click buttons on the login page; empty outside demo mode. */
  demo_users: z.array(z.object({ email: z.string(), name: z.string(), role: roleSchema })),
})
export type AppConfig = z.infer<typeof appConfig>

/** The element of index.html that holds the configuration as JSON. */
export const appConfigElement = 'cresyl-config'

/** The element of the embedded provider's failure page that says what went wrong: the opener of a pop-up reads it. */
export const signInFailureElement = 'sign-in-failure'

/** Beside index.html: lets the app start without a connection. */
export const serviceWorkerFile = 'service-worker.js'

/** Beside index.html: the fonts of the app, for pages that it doesn't render. Their names change, this one doesn't. */
export const fontsFile = 'fonts.css'

/** Beside index.html: by the path of a page (`/slide/:id`), the scripts that it needs beyond those of every page. */
export const preloadsFile = 'preloads.json'
export const preloads = z.record(z.string(), z.array(z.string()))
