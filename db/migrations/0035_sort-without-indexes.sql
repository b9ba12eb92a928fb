DROP INDEX `jobs_sorted_by_visit`;--> statement-breakpoint
DROP INDEX `jobs_sorted_by_customer`;--> statement-breakpoint
DROP INDEX `jobs_sorted_by_address`;--> statement-breakpoint
DROP INDEX `jobs_sorted_by_total`;--> statement-breakpoint
DROP INDEX `jobs_sorted_by_payment`;--> statement-breakpoint
DROP INDEX `outbox_sorted_by_recipient`;--> statement-breakpoint
DROP INDEX `outbox_sorted_by_template`;--> statement-breakpoint
DROP INDEX `outbox_sorted_by_state`;