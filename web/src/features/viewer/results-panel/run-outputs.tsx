import type { InferenceJobWithProvenance, InferenceOutput } from '@cresyl/contract/predictors/inference-jobs'
import Box from '@mui/material/Box'
import Slider from '@mui/material/Slider'
import type { ReactNode } from 'react'
import { Layers } from '../../../ui/frame/icons.ts'
import { SlideThumbnail } from '../../../ui/slide/slide-thumbnail.tsx'
import { GatedButton } from '../../../ui/state/gated.tsx'
import { formatPercent } from '../../../ui/text/dates.ts'
import { stackOf } from '../stack-of.ts'
import { useActiveView } from '../viewer-context.tsx'
import { DownloadButton } from './download-button.tsx'
import { Swatch } from './result-legend.tsx'
import { useResultsDesk } from './results-desk.tsx'
import { type OutputRow, outputRows, type ShownResult } from './run-rows.ts'
import { VirtualBadge } from './virtual-badge.tsx'
import { words } from './words.ts'

const own = words.outputs

interface RunOutputsProps {
  run: InferenceJobWithProvenance
  seenImageId: string
  onOpen: (imageId: string) => void
  onBeside: (imageId: string) => void
}

/** What came of a run: images to open, maps to lay over the slide, counts and scores. */
export function RunOutputs({ run, seenImageId, onOpen, onBeside }: RunOutputsProps) {
  const rows = outputRows(run, run.manifest)
  const hasFigures = rows.some(({ kind }) => kind === 'score' || kind === 'counts')
  return (
    <Box
      component="ul"
      aria-label={own.label(run.predictor.name)}
      sx={{ m: 0, mt: 2, p: 0, listStyle: 'none', display: 'grid', gap: 2 }}
    >
      {rows.map((row) => (
        <li key={row.output.key}>
          <Output row={row} runId={run.id} seenImageId={seenImageId} onOpen={onOpen} onBeside={onBeside} />
        </li>
      ))}
      {hasFigures && (
        <li>
          <DownloadButton asked={{ id: run.id, format: 'csv' }} label={own.figures} isNamed />
        </li>
      )}
    </Box>
  )
}

type OutputProps = Omit<RunOutputsProps, 'run'> & { row: OutputRow; runId: string }

function Output({ row, runId, seenImageId, onOpen, onBeside }: OutputProps) {
  const { output } = row
  switch (row.kind) {
    case 'image':
      return (
        <ImageOutput
          output={output}
          isVirtual={row.isVirtual}
          isSeen={output.image_id === seenImageId}
          onOpen={onOpen}
          onBeside={onBeside}
        >
          <DownloadButton asked={{ id: runId, key: output.key, format: 'ome_tiff' }} label={output.label} />
        </ImageOutput>
      )
    case 'overlay':
      return (
        <OverlayOutput shown={row.shown}>
          <DownloadButton asked={{ id: runId, key: output.key, format: 'ome_tiff' }} label={output.label} />
        </OverlayOutput>
      )
    case 'counts':
      return (
        <Box sx={{ display: 'grid', gap: 1, typography: 'body2' }}>
          {row.shown && (
            <OverlayOutput shown={row.shown}>
              {(['geojson', 'csv'] as const).map((format) => (
                <DownloadButton
                  key={format}
                  asked={{ id: runId, key: output.key, format }}
                  label={output.label}
                />
              ))}
            </OverlayOutput>
          )}
          <Box component="ul" sx={{ m: 0, p: 0, listStyle: 'none' }}>
            {row.classes.map(({ key, label, color, count }) => (
              <Box component="li" key={key} sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
                <Swatch color={color} />
                <Box component="span" sx={{ flex: 1 }}>
                  {label}
                </Box>
                <Figure>{count}</Figure>
              </Box>
            ))}
          </Box>
          {row.classes.length > 1 && <Line name={own.total} value={row.total} />}
        </Box>
      )
    case 'score':
      return <Line name={output.label} value={row.value ?? own.nothing} />
  }
}

interface ImageOutputProps {
  output: InferenceOutput
  isVirtual: boolean
  isSeen: boolean
  onOpen: (imageId: string) => void
  onBeside: (imageId: string) => void
  children: ReactNode
}

function ImageOutput({ output, isVirtual, isSeen, onOpen, onBeside, children }: ImageOutputProps) {
  const { image_id: imageId, label } = output
  const view = useActiveView()
  const openBeside = (id: string) => {
    // What it was made of takes its place here: the same twice shows nothing.
    if (isSeen && view) stackOf(view)?.show(view.image.id)
    onBeside(id)
  }
  return (
    <Box sx={{ display: 'flex', gap: 3, alignItems: 'flex-start' }}>
      <SlideThumbnail imageId={imageId} alt="" width={64} isVirtual={isVirtual} />
      <Box sx={{ flex: 1, minWidth: 0, typography: 'body2' }}>
        <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap' }}>
          <Box component="span" sx={{ fontWeight: 600, overflowWrap: 'anywhere' }}>
            {label}
          </Box>
          {isVirtual && <VirtualBadge />}
        </Box>
        {imageId !== null && (
          <Box sx={{ display: 'flex', gap: 1, flexWrap: 'wrap', alignItems: 'center' }}>
            <GatedButton
              size="small"
              aria-label={own.openOf(label)}
              reason={isSeen ? own.shown : undefined}
              onClick={() => onOpen(imageId)}
            >
              {own.open}
            </GatedButton>
            <GatedButton
              size="small"
              aria-label={own.besideOf(label)}
              reason={view?.image.id === imageId ? own.shown : undefined}
              onClick={() => openBeside(imageId)}
            >
              {own.beside}
            </GatedButton>
            {children}
          </Box>
        )}
      </Box>
    </Box>
  )
}

function OverlayOutput({ shown, children }: { shown: ShownResult; children: ReactNode }) {
  const desk = useResultsDesk()
  const isShown = desk.isShown(shown.id)
  return (
    <Box sx={{ typography: 'body2' }}>
      <Box sx={{ display: 'flex', gap: 2, alignItems: 'center' }}>
        <GatedButton
          size="small"
          variant={isShown ? 'contained' : 'outlined'}
          aria-pressed={isShown}
          aria-label={own.onSlide(shown.label)}
          startIcon={<Layers size={14} aria-hidden />}
          onClick={() => desk.toggle(shown)}
        >
          {shown.label}
        </GatedButton>
        <Box component="span" sx={{ color: 'text.secondary' }}>
          {words.kinds[shown.manifest.kind]}
        </Box>
        <Box sx={{ ml: 'auto', display: 'flex' }}>{children}</Box>
      </Box>
      {isShown && (
        <Box sx={{ px: 2, display: 'flex', alignItems: 'center', gap: 4, typography: 'body2' }}>
          <Box component="span" aria-hidden sx={{ color: 'text.secondary' }}>
            {own.opacity}
          </Box>
          <Slider
            size="small"
            aria-label={own.opacity}
            value={desk.opacityOf(shown.id)}
            min={0}
            max={1}
            step={0.05}
            getAriaValueText={(part) => formatPercent(part)}
            onChange={(_, moved) => desk.setOpacity(shown.id, moved as number)}
          />
        </Box>
      )}
    </Box>
  )
}

function Line({ name, value }: { name: string; value: string }) {
  return (
    <Box sx={{ display: 'flex', gap: 2, alignItems: 'center', flexWrap: 'wrap', typography: 'body2' }}>
      <Box component="span" sx={{ flex: 1, fontWeight: 600 }}>
        {name}
      </Box>
      <Figure>{value}</Figure>
    </Box>
  )
}

function Figure({ children }: { children: ReactNode }) {
  return (
    <Box component="span" sx={{ fontVariantNumeric: 'tabular-nums' }}>
      {children}
    </Box>
  )
}
