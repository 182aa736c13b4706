import { type AnnotationGeometry, boxOf, chainsOf } from '@cresyl/contract/annotations/annotation-geometry'
import Box from '@mui/material/Box'
import { hasArea } from '../../../../engine/annotations/geometry/combine.ts'

const [width, height, margin] = [112, 72, 6] as const

interface TwoShapesProps {
  shape: AnnotationGeometry
  /** The other version, as a thin line: where it lies tells what was moved. */
  other: AnnotationGeometry | undefined
}

/** How a shape lies to its other version: two of the same size may be apart. */
export function TwoShapes({ shape, other }: TwoShapesProps) {
  const boxes = [shape, ...(other ? [other] : [])].map(boxOf)
  const minX = Math.min(...boxes.map((box) => box.minX))
  const minY = Math.min(...boxes.map((box) => box.minY))
  const across = Math.max(1, ...boxes.map(({ maxX }) => maxX - minX))
  const down = Math.max(1, ...boxes.map(({ maxY }) => maxY - minY))
  const scale = Math.min((width - 2 * margin) / across, (height - 2 * margin) / down)
  const [left, top] = [(width - across * scale) / 2, (height - down * scale) / 2]
  const place = ([x, y]: readonly [number, number]) =>
    `${(left + (x - minX) * scale).toFixed(1)} ${(top + (y - minY) * scale).toFixed(1)}`
  // A line to the same place is a dot, by its round ends.
  const pathOf = (geometry: AnnotationGeometry) =>
    chainsOf(geometry)
      .map((chain) => `M${chain.map(place).join('L')}${chain.length === 1 ? 'h0' : ''}`)
      .join('')
  const strokeOf = (geometry: AnnotationGeometry, thin: number) =>
    geometry.type === 'Point' || geometry.type === 'MultiPoint' ? 4 * thin : thin
  return (
    <Box
      component="svg"
      aria-hidden
      viewBox={`0 0 ${width} ${height}`}
      sx={{
        display: 'block',
        width,
        maxWidth: '100%',
        mb: 1,
        border: 1,
        borderColor: 'divider',
        borderRadius: 0.5,
        '& path': { fill: 'none', strokeLinecap: 'round', strokeLinejoin: 'round' },
        '& .own': { color: 'primary.main', stroke: 'currentColor' },
        '& .own.area': { fill: 'currentColor', fillOpacity: 0.16, fillRule: 'evenodd' },
        '& .other': { color: 'text.secondary', stroke: 'currentColor', strokeDasharray: '3 3' },
      }}
    >
      {other && <path className="other" d={pathOf(other)} strokeWidth={strokeOf(other, 1)} />}
      <path
        className={hasArea(shape) ? 'own area' : 'own'}
        d={pathOf(shape)}
        strokeWidth={strokeOf(shape, 2)}
      />
    </Box>
  )
}
