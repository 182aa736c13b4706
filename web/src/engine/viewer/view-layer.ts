import Layer from 'ol/layer/Layer.js'
import type { SlideMap } from './slide-map.ts'
import type { Frame } from './tiles/tile-layer.ts'

/** What lies over what, from below: the picture, other images of it, what was found in it, what people drew, tools. */
const layerOrder = {
  picture: 0,
  images: 100,
  overlays: 200,
  annotations: 300,
  tools: 1000,
} as const
export type LayerKind = keyof typeof layerOrder

/** Something that is drawn in the same frame as the picture, so that it never lags behind. */
export interface ViewLayer {
  readonly kind: LayerKind
  /** Draws what is seen, as it is seen, and returns where: an element as large as the view. */
  draw(frame: Frame): HTMLElement
}

/** A layer that is part of a view. */
export interface PlacedLayer {
  /** It has something else to draw. */
  changed(): void
  /** Of those of its kind, what is greater lies above; 0 when never set, 99 at most. */
  setRank(rank: number): void
  remove(): void
}

/** All that is drawn in one view. */
export interface ViewLayers {
  add(layer: ViewLayer): PlacedLayer
  /** Where those of a kind were drawn last, from below. */
  drawn(kind: LayerKind): readonly HTMLElement[]
}

/** `frame` is asked for at each drawing, with the pixels of the screen in a CSS pixel. */
export function createViewLayers(map: SlideMap, frame: (pixelRatio: number) => Frame): ViewLayers {
  const drawn = new Map<ViewLayer, HTMLElement>()
  const ranks = new Map<ViewLayer, number>()
  const rankOf = (layer: ViewLayer) => ranks.get(layer) ?? 0
  return {
    add: (viewLayer) => {
      const { kind, draw } = viewLayer
      const layer = new Layer({
        zIndex: layerOrder[kind],
        render: ({ pixelRatio }) => {
          const element = draw(frame(pixelRatio))
          // It is drawn as it is seen: the map around it, which is mirrored as a whole, must not mirror it again.
          element.style.transform = map.mirrored ? 'scaleX(-1)' : ''
          drawn.set(viewLayer, element)
          return element
        },
      })
      map.addLayer(layer)
      return {
        changed: () => layer.changed(),
        setRank: (rank) => {
          ranks.set(viewLayer, rank)
          layer.setZIndex(layerOrder[kind] + Math.min(rank, 99))
        },
        remove: () => {
          drawn.delete(viewLayer)
          ranks.delete(viewLayer)
          map.removeLayer(layer)
          layer.dispose()
        },
      }
    },
    drawn: (kind) =>
      [...drawn]
        .filter(([layer]) => layer.kind === kind)
        .toSorted(([one], [other]) => rankOf(one) - rankOf(other))
        .map(([, element]) => element),
  }
}
