import type OpenLayersMap from 'ol/Map.js'

const property = 'pointerOwner'

/**
 * Gives plain clicks and drags, those with Shift and double clicks to a tool, or back (null). Panning is then by holding
 * Space, by the middle button or with two fingers; wheel, pinch and Alt turn on as ever. Those of Space and of the
 * middle button never reach the map and its interactions, so that what is being drawn stays as it is.
 */
export function setPointerOwner(map: OpenLayersMap, owner: string | null): void {
  map.set(property, owner)
}

export function pointerOwner(map: OpenLayersMap): string | null {
  const owner: unknown = map.get(property)
  return typeof owner === 'string' ? owner : null
}
