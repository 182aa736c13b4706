import { BarChart, LineChart, PieChart, ScatterChart } from 'echarts/charts'
import { AriaComponent, GridComponent, LegendComponent, TooltipComponent } from 'echarts/components'
import { init, use } from 'echarts/core'
import { SVGRenderer } from 'echarts/renderers'
import type { ChartOption } from './chart-option.ts'

/** A part of a chart that was clicked on. */
export interface Hit {
  seriesId: string
  /** Which of its values. */
  at: number
}

export interface Drawing {
  show(option: ChartOption): void
  dispose(): void
}

/** The only file that knows ECharts; fetched once a chart is to be seen. Drawn as SVG, which stays sharp on paper. */
export function drawChart(element: HTMLElement, onHit: (hit: Hit) => void): Drawing {
  use([
    BarChart,
    LineChart,
    PieChart,
    ScatterChart,
    AriaComponent,
    GridComponent,
    LegendComponent,
    TooltipComponent,
    SVGRenderer,
  ])
  const chart = init(element, null, { renderer: 'svg' })
  chart.on('click', ({ seriesId, dataIndex }) => {
    if (seriesId !== undefined) onHit({ seriesId, at: dataIndex })
  })
  // Nobody says how wide a sheet is: with a view box the picture fits it as a whole.
  const scaleOnPaper = () =>
    element.querySelector('svg')?.setAttribute('viewBox', `0 0 ${chart.getWidth()} ${chart.getHeight()}`)
  const fit = () => {
    chart.resize({ width: 'auto', height: 'auto' })
    scaleOnPaper()
  }
  const observer = new ResizeObserver(fit)
  observer.observe(element)
  let shown: ChartOption | null = null
  const show = (option: ChartOption) => {
    chart.setOption(option, { notMerge: true })
    // Who prints doesn't wait for the next frame.
    chart.getZr().flush()
    scaleOnPaper()
    shown = option
  }
  const drawForPaper = () => {
    observer.disconnect()
    chart.resize({ width: paperWidth, height: chart.getHeight() })
    if (shown) show({ ...shown, animation: false })
  }
  // This begins with the size that it has.
  const drawForScreen = () => observer.observe(element)
  window.addEventListener('beforeprint', drawForPaper)
  window.addEventListener('afterprint', drawForScreen)
  return {
    // What grows out of nothing is not there yet for who prints meanwhile: only changes move.
    show: (option) => show(shown === null ? { ...option, animation: false } : option),
    dispose: () => {
      window.removeEventListener('beforeprint', drawForPaper)
      window.removeEventListener('afterprint', drawForScreen)
      observer.disconnect()
      chart.dispose()
    },
  }
}

/** Two beside each other fill a sheet of A4 at about four fifths of this: its letters stay legible. */
const paperWidth = 400
