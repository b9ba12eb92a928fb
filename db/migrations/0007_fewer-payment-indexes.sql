DROP INDEX `payments_by_age`;--> statement-breakpoint
DROP INDEX `webhook_events_by_age`;