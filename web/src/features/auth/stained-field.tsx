import { styled } from '@mui/material/styles'

interface Cell {
  x: number
  y: number
  radius: number
  turn: number
  depth: number
}

// The golden angle spreads points evenly without a pattern the eye could follow.
const goldenAngle = 137.508

/** A field of stained cells, the same every time. */
const cells: readonly Cell[] = Array.from({ length: 150 }, (_, index) => {
  const distance = 48 * Math.sqrt(index + 0.5)
  const angle = (index * goldenAngle * Math.PI) / 180
  return {
    x: 400 + distance * Math.cos(angle) * 1.05,
    y: 500 + distance * Math.sin(angle),
    radius: 17 + ((index * 7) % 13),
    turn: (index * 53) % 180,
    depth: ((index * 11) % 7) / 7,
  }
})

const Field = styled('svg')(({ theme }) => ({
  position: 'absolute',
  inset: 0,
  width: '100%',
  height: '100%',
  color: theme.palette.primary.main,
}))

export function StainedField() {
  return (
    <Field viewBox="0 0 800 1000" preserveAspectRatio="xMidYMid slice" aria-hidden>
      {cells.map((cell) => (
        <g key={`${cell.x},${cell.y}`} transform={`translate(${cell.x} ${cell.y}) rotate(${cell.turn})`}>
          <ellipse
            rx={cell.radius * 1.15}
            ry={cell.radius}
            fill="currentColor"
            opacity={0.07 + cell.depth * 0.08}
          />
          <ellipse
            cx={cell.radius * 0.12}
            rx={cell.radius * 0.46}
            ry={cell.radius * 0.38}
            fill="currentColor"
            opacity={0.28 + cell.depth * 0.4}
          />
        </g>
      ))}
    </Field>
  )
}
