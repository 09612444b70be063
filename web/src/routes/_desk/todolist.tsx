import { createFileRoute } from '@tanstack/react-router'
import { TodolistPage } from '../../features/todolist/todolist-page.tsx'

export const Route = createFileRoute('/_desk/todolist')({ component: TodolistPage })
