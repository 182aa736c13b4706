import { useViewerKeys } from '../viewer-keys.tsx'
import { usePlaceSteps } from './use-place-steps.ts'

/** The keys that step through places, whether or not the tab is open. */
export function PlaceKeys() {
  const { step } = usePlaceSteps()
  useViewerKeys({ nextPlace: () => void step(1), previousPlace: () => void step(-1) })
  return null
}
