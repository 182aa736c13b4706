import { isolate } from '@cresyl/contract/api/isolate'
import type { Slide } from '@cresyl/contract/slides/slides'
import type { Viewer } from '@cresyl/contract/slides/viewers'
import type { LucideIcon } from 'lucide-react'
import { Combine, Images, UserCheck } from '../../../ui/frame/icons.ts'
import { qcLooks } from '../../../ui/slide/qc-looks.ts'
import type { StateTone } from '../../../ui/state/state-chip.tsx'
import { type Checked, overriddenWords, qcSentence, qcWords } from '../../../ui/text/qc-words.ts'
import { tissueName } from '../../../ui/text/tissue-name.ts'
import { virtualWords } from '../../../ui/text/virtual-words.ts'
import { words } from './words.ts'

export interface Badge {
  readonly key: 'qc' | 'overridden' | 'outputs' | 'scenes'
  readonly icon: LucideIcon
  readonly tone: StateTone
  /** Beside the icon. */
  readonly text: string
  /** What it means, for who points at it and for who can't see it. */
  readonly title: string
}

type Badged = Checked & Pick<Slide, 'output_image_ids' | 'virtual_image_ids'>

/** What stands under the name of a slide; `viewers` is what can be opened of it, as far as that is known. */
export function badgesOf(slide: Badged, viewers: readonly Viewer[]): Badge[] {
  const { qc_state: state, qc_overridden: isOverridden } = slide
  const badges: Badge[] = []
  const look = qcLooks[state]
  if (look) badges.push({ key: 'qc', ...look, text: qcWords[state], title: qcSentence(slide) })
  if (isOverridden) {
    const title = overriddenBy(slide)
    badges.push({ key: 'overridden', icon: UserCheck, tone: 'info', text: words.overridden, title })
  }
  const outputs = slide.output_image_ids.length
  if (outputs > 0) {
    const virtual = slide.virtual_image_ids.length
    const all = words.outputs(outputs)
    const title = virtual > 0 ? `${all}, ${virtualWords.count(virtual)}` : all
    badges.push({ key: 'outputs', icon: Combine, tone: 'muted', text: String(outputs), title })
  }
  const scenes = viewers.filter(({ kind }) => kind === 'source').length
  if (scenes > 1) {
    const title = words.scenes(scenes)
    badges.push({ key: 'scenes', icon: Images, tone: 'muted', text: String(scenes), title })
  }
  return badges
}

const overriddenBy = ({ qc_overridden_by: by }: Checked) =>
  by ? `${overriddenWords.by} ${isolate(by.name)}` : overriddenWords.alone

/** "H&E · Liver · Rat": what is known of it. */
export function stainAndTissue({ stainer, tissue }: Pick<Slide, 'stainer' | 'tissue'>): string {
  const known = [stainer?.stain_type, tissue && tissueName(tissue)]
  return known.filter((each) => each).join(' · ') || words.nothingKnown
}

export interface OpenableImage {
  readonly imageId: string
  readonly label: string
}

/** The images of a slide that can be opened, each by a name of its own. */
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

function labelled({ image_id: imageId, name, is_virtual }: Viewer, what: string): OpenableImage {
  const label = name ? words.image.named(what, name) : what
  return { imageId, label: is_virtual ? words.image.virtual(label) : label }
}
