import { type AppConfig, appConfig, appConfigElement } from '@cresyl/contract/people/app-config'

/** What the server wrote into the page. */
export function readConfig(document: Document): AppConfig {
  const text = document.getElementById(appConfigElement)?.textContent ?? 'null'
  const parsed = appConfig.safeParse(JSON.parse(text))
  if (parsed.success) return parsed.data
  throw new Error(
    'This page has no valid configuration: it was not sent by a Cresyl server. Open the address of the server itself.',
    { cause: parsed.error },
  )
}
