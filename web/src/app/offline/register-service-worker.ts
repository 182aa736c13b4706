import { serviceWorkerFile } from '@cresyl/contract/people/app-config'
import type { Log } from '../../lib/log.ts'

/** In ms: what the page itself asks for comes first. */
const rest = 3000

/** Lets the app start without a connection from the next time on. Only as built: in development all is fetched anew. */
export function registerServiceWorker(log: Log): void {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return
  setTimeout(() => {
    navigator.serviceWorker
      .register(`/${serviceWorkerFile}`)
      .catch((error: unknown) => log.warn('The app will not start without a connection.', error))
  }, rest)
}
