import { roleSchema } from './permissions.ts'
import { z } from './zod.ts'

/** What the page must know before anyone is signed in; the server writes it into index.html. */
export const appConfig = z.object({
  version: z.string(),
  identity: z.object({
    issuer: z.url(),
    client_id: z.string(),
    audience: z.string(),
    /** How the provider wants to be told the audience. */
    audience_parameter: z.enum(['audience', 'resource', 'none']),
  }),
  upload_origin: z.url(),
  /** Offered as one-click buttons on the login page; empty outside demo mode. */
  demo_users: z.array(z.object({ email: z.string(), name: z.string(), role: roleSchema })),
})
export type AppConfig = z.infer<typeof appConfig>

/** The element of index.html that holds the configuration as JSON. */
export const appConfigElement = 'cresyl-config'
