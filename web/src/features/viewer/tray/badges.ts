import type { QcState, Slide } from '@cresyl/contract/slides'
import type { Viewer } from '@cresyl/contract/viewers'
import type { StateTone } from '../../../ui/state-chip.tsx'
import { words } from './words.ts'

export type BadgeIcon = 'wait' | 'run' | 'pass' | 'warn' | 'fail' | 'stop' | 'outputs' | 'scenes'

export interface Badge {
  readonly icon: BadgeIcon
  readonly tone: StateTone
  /** Beside the icon. */
  readonly text: string
  /** What it means, for who points at it and for who can't see it. */
  readonly title: string
}

/** Not checked is how every slide begins: nothing to point out. */
const qcLooks: Record<QcState, { icon: BadgeIcon; tone: StateTone } | null> = {
  none: null,
  queued: { icon: 'wait', tone: 'muted' },
  running: { icon: 'run', tone: 'info' },
  passed: { icon: 'pass', tone: 'pass' },
  warned: { icon: 'warn', tone: 'warn' },
  failed: { icon: 'fail', tone: 'fail' },
  error: { icon: 'fail', tone: 'fail' },
  cancelled: { icon: 'stop', tone: 'muted' },
}

type Badged = Pick<Slide, 'qc_state' | 'qc_overridden' | 'output_image_ids'>

/** What stands under the name of a slide; `viewers` is what can be opened of it, as far as that is known. */
export function badgesOf(slide: Badged, viewers: readonly Viewer[]): Badge[] {
  const { qc_state: state, qc_overridden: isOverridden } = slide
  const badges: Badge[] = []
  const look = qcLooks[state]
  if (look) badges.push({ ...look, text: words.qc[state], title: words.qcTitle(state, isOverridden) })
  const outputs = slide.output_image_ids.length
  if (outputs > 0) {
    badges.push({ icon: 'outputs', tone: 'muted', text: String(outputs), title: words.outputs(outputs) })
  }
  const scenes = viewers.filter(({ kind }) => kind === 'source').length
  if (scenes > 1)
    badges.push({ icon: 'scenes', tone: 'muted', text: String(scenes), title: words.scenes(scenes) })
  return badges
}

/** "H&E · Liver (Rat)": what is known of it. */
export function stainAndTissue({ stainer, tissue }: Pick<Slide, 'stainer' | 'tissue'>): string {
  const known = [stainer?.stain_type, tissue && `${tissue.organ} (${tissue.species})`]
  return known.filter((each) => each).join(' · ') || words.nothingKnown
}

export interface OpenableImage {
  readonly imageId: string
  readonly label: string
}

/** What can be opened of a slide, each by a name of its own. */
export function openableImages(viewers: readonly Viewer[]): OpenableImage[] {
  const scenes = viewers.filter(({ kind }) => kind === 'source')
  const outputs = viewers.filter(({ kind }) => kind === 'output')
  return [
    ...scenes.map((viewer, index) =>
      labelled(viewer, scenes.length > 1 ? words.image.scene(index + 1) : words.image.asScanned),
    ),
    ...outputs.map((viewer, index) => labelled(viewer, words.image.output(index + 1))),
  ]
}

function labelled({ image_id: imageId, name }: Viewer, what: string): OpenableImage {
  return { imageId, label: name ? words.image.named(what, name) : what }
}
