// What Recharts draws: a chunk of its own, for only this screen needs it. Columns and a line with dots are told apart without colours; numbers are in
// the table beside it (charts.tsx), so that nothing here is read out.
import { Bar, CartesianGrid, ComposedChart, Legend, Line, ResponsiveContainer, Tooltip, XAxis, YAxis } from 'recharts'

interface Hour {
  hour: number
  name: string
  opened: number
}

interface Day {
  day: string
  name: string
  opened: number
  finished: number
}

const axis = { tickLine: false, axisLine: false, tick: { fill: 'var(--muted)', fontSize: 11 } } as const
const margin = { top: 8, right: 8, bottom: 0, left: 0 }
const popup = {
  background: 'var(--raised)',
  border: '1px solid var(--line)',
  borderRadius: 8,
  color: 'var(--ink)',
  fontSize: 12,
  padding: '4px 8px',
}
const named = (name: string) => <span style={{ color: 'var(--muted)' }}>{name}</span>
const still = { isAnimationActive: false } as const

const paper = (
  <>
    <CartesianGrid vertical={false} stroke="var(--line)" />
    <YAxis {...axis} width={32} allowDecimals={false} />
    <Tooltip {...still} contentStyle={popup} itemStyle={{ color: 'var(--ink)' }} cursor={{ fill: 'var(--hover)' }} />
  </>
)

export function DrawnHours(props: { hours: readonly Hour[]; names: { opened: string }; onOpen(hour: Hour): void }) {
  const { hours, names, onOpen } = props
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={hours} margin={margin} accessibilityLayer={false}>
        {paper}
        <XAxis {...axis} dataKey="hour" interval={2} />
        <Bar
          {...still}
          dataKey="opened"
          name={names.opened}
          fill="var(--accent)"
          radius={[3, 3, 0, 0]}
          className="cursor-pointer"
          onClick={(_, at) => open(hours, at, onOpen)}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}

interface DrawnDaysProps {
  days: readonly Day[]
  names: { opened: string; finished: string }
  onOpen(day: Day): void
}

export function DrawnDays({ days, names, onOpen }: DrawnDaysProps) {
  return (
    <ResponsiveContainer width="100%" height="100%">
      <ComposedChart data={days} margin={margin} accessibilityLayer={false}>
        {paper}
        <XAxis {...axis} dataKey="name" minTickGap={24} />
        <Legend iconSize={10} wrapperStyle={{ fontSize: 11 }} formatter={named} />
        <Bar
          {...still}
          dataKey="opened"
          name={names.opened}
          fill="var(--accent)"
          fillOpacity={0.45}
          radius={[2, 2, 0, 0]}
          className="cursor-pointer"
          onClick={(_, at) => open(days, at, onOpen)}
        />
        <Line
          {...still}
          dataKey="finished"
          name={names.finished}
          stroke="var(--ink)"
          strokeWidth={1.5}
          dot={days.length > 45 ? false : { r: 2, fill: 'var(--surface)' }}
        />
      </ComposedChart>
    </ResponsiveContainer>
  )
}

function open<Row extends { opened: number }>(rows: readonly Row[], at: number, onOpen: (row: Row) => void) {
  const row = rows[at]
  if (row && row.opened > 0) onOpen(row)
}
