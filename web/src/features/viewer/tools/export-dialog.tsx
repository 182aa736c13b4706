import { exportLimits } from '@cresyl/contract/api/limits'
import Alert from '@mui/material/Alert'
import Button from '@mui/material/Button'
import Stack from '@mui/material/Stack'
import Typography from '@mui/material/Typography'
import { useRef, useState } from 'react'
import { formatFigures } from '../../../engine/viewer/amounts.ts'
import type { Tools } from '../../../engine/viewer/tools/create-tools.ts'
import { isAsScanned, visibleBox } from '../../../engine/viewer/viewport.ts'
import { usePermission } from '../../../lib/session/session-context.tsx'
import { FormDialog } from '../../../ui/form/form-dialog.tsx'
import { formatBytes } from '../../../ui/text/amounts.ts'
import { formatNumber } from '../../../ui/text/dates.ts'
import { currentLocale } from '../../../ui/text/locale.ts'
import { permissionReason } from '../../../ui/text/permission-reason.ts'
import { showToast } from '../../../ui/toast/toast-store.ts'
import { MadeExports } from './made-exports.tsx'
import { cutTo, finest, planDraft, type RegionDraft, type RegionProblem, typedBox } from './region-draft.ts'
import { RegionFields } from './region-fields.tsx'
import { useCreateExport, useDownloadRegion } from './use-region-export.ts'
import { words } from './words.ts'

const own = words.export

interface ExportDialogProps {
  tools: Tools
  onClose: () => void
}

/** A rectangle of the image as a file: at once where it is small, by a job where it is large. */
export function ExportDialog({ tools, onClose }: ExportDialogProps) {
  const { view } = tools
  const { image } = view
  const mayExport = usePermission('download:images')
  const [draft, setDraft] = useState(() => beginning(tools))
  const download = useDownloadRegion(image.id)
  const create = useCreateExport(image.id)
  const key = useRef(crypto.randomUUID())
  const planned = planDraft(draft, image, view.plane())
  const problem = 'problem' in planned ? sentenceOf(planned.problem, draft, tools) : undefined

  function change(part: Partial<RegionDraft>) {
    key.current = crypto.randomUUID()
    setDraft({ ...draft, ...part })
  }

  function close() {
    tools.setBox(null)
    onClose()
  }

  function submit() {
    if ('problem' in planned) return
    if (!planned.isDirect) {
      const said = { onSuccess: () => showToast(own.started, 'info') }
      return create.mutate({ request: planned.request, key: key.current }, said)
    }
    download.mutate(planned.request, {
      onSuccess: (name) => {
        showToast(own.downloaded(name))
        close()
      },
    })
  }

  function draw() {
    tools.setBox(null)
    tools.setTool('box')
    onClose()
  }

  return (
    <FormDialog
      title={own.title}
      submitLabel={'problem' in planned || planned.isDirect ? own.submit.direct : own.submit.background}
      reason={mayExport ? problem : permissionReason('download:images', own.deed)}
      onClose={close}
      form={{ busy: download.isPending || create.isPending, changed: false, submit: submit }}
    >
      <Stack spacing={4} sx={{ pt: 2 }}>
        <Stack direction="row" useFlexGap spacing={2} sx={{ flexWrap: 'wrap' }}>
          <Button variant="outlined" onClick={() => change(typedBox(seenOf(tools), draft.unit, image))}>
            {own.seen}
          </Button>
          <Button variant="outlined" onClick={draw}>
            {own.draw}
          </Button>
          <Button variant="outlined" onClick={() => change(typedBox(wholeOf(tools), draft.unit, image))}>
            {own.whole}
          </Button>
        </Stack>
        <RegionFields draft={draft} image={image} onChange={change} />
        {!isAsScanned(view.viewport()) && (
          <Typography variant="body2" color="textSecondary">
            {own.turned}
          </Typography>
        )}
        {'problem' in planned ? (
          <Alert severity="warning">{problem}</Alert>
        ) : (
          <Alert severity="info" icon={false} role="status">
            {own.result(planned.plan.outputWidth, planned.plan.outputHeight, formatBytes(planned.bytes))}{' '}
            {planned.isDirect ? own.direct : own.background}
          </Alert>
        )}
        {mayExport && <MadeExports imageId={image.id} />}
      </Stack>
    </FormDialog>
  )
}

const wholeOf = ({ view: { image } }: Tools) => ({
  x: 0,
  y: 0,
  width: image.space.width,
  height: image.space.height,
})

const seenOf = (tools: Tools) =>
  cutTo(visibleBox(tools.view.viewport(), tools.view.size()), tools.view.image) ?? wholeOf(tools)

/** The box that was drawn, else what is seen; as fine as the screen shows it is fine enough for most. */
function beginning(tools: Tools): RegionDraft {
  const { image } = tools.view
  const { box } = tools.state()
  const cut = (box && cutTo(box, image)) ?? seenOf(tools)
  const { unit } = image.space
  return { unit, ...typedBox(cut, unit, image), mpp: firstMpp(tools), format: 'jpeg', icc: false }
}

/** Full resolution where that comes at once. */
function firstMpp(tools: Tools): string {
  const { image } = tools.view
  const { width, height } = seenOf(tools)
  const own = finest(image)
  if (own === 0 || width * height <= exportLimits.direct.pixels) return ''
  return (
    [0.5, 1, 2, 4, 8, 16]
      .find((mpp) => mpp > own && (width * height * own * own) / mpp ** 2 <= 4e6)
      ?.toString() ?? '16'
  )
}

function sentenceOf(problem: RegionProblem, { format }: RegionDraft, { view }: Tools): string {
  const sentences = own.problems
  switch (problem) {
    case 'finer':
      return sentences.finer(formatFigures(finest(view.image), currentLocale()))
    case 'picture':
      return sentences.picture(format.toUpperCase(), formatNumber(exportLimits.picture.pixels / 1e6))
    case 'tiff':
      return sentences.tiff(formatNumber(exportLimits.tiff.pixels / 1e6))
    default:
      return sentences[problem]
  }
}
