import '@fontsource-variable/public-sans'
import { StrictMode } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { App } from './app/app.tsx'
import { readConfig } from './app/config.ts'
import { registerServiceWorker } from './app/offline/register-service-worker.ts'
import { ownerOf } from './app/owner-of.ts'
import { readLast } from './app/remembered.tsx'
import { fetchPageAt } from './app/signed-in-routes.tsx'
import { StartFailed } from './app/start-failed.tsx'
import { keepLeft } from './app/uploads/left-uploads.ts'
import { createApi } from './lib/api/api.ts'
import { consoleLog } from './lib/log.ts'
import { browserEnvironment } from './lib/session/browser-environment.ts'
import { createSession } from './lib/session/session.ts'
import { openStores } from './lib/storage/database.ts'
import { createPreferences } from './lib/storage/preferences.ts'

const root = createRoot(document.getElementById('root') as HTMLElement)
start(root).catch((error: unknown) => root.render(<StartFailed error={error} />))

async function start(root: Root) {
  fetchPageAt(location.pathname)
  registerServiceWorker(consoleLog)
  const config = readConfig(document)
  const stores = await openStores(indexedDB, consoleLog)
  const preferences = createPreferences(stores.preferences)
  const session = createSession(config, {
    ...browserEnvironment(window, stores.session),
    beforeClearing: ({ sub, org_id }) => keepLeft(sessionStorage, localStorage, ownerOf({ id: sub, org_id })),
  })
  const api = createApi({ origin: location.origin, session })
  // Read before the first paint, so that nobody sees the wrong theme flash by.
  const remembered = await readLast(preferences)
  root.render(
    <StrictMode>
      <App
        config={config}
        session={session}
        api={api}
        preferences={preferences}
        remembered={remembered}
        unsent={stores.unsent}
      />
    </StrictMode>,
  )
  await session.start()
}
