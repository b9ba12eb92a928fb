PRAGMA foreign_keys=OFF;--> statement-breakpoint
CREATE TABLE `__new_worker_tokens` (
	`id` text PRIMARY KEY NOT NULL,
	`worker_id` text NOT NULL,
	`issued_at` integer NOT NULL,
	`expires_at` integer,
	`revoked_at` integer,
	`last_seen_at` integer,
	`device` text,
	FOREIGN KEY (`worker_id`) REFERENCES `workers`(`id`) ON UPDATE no action ON DELETE cascade
);
--> statement-breakpoint
INSERT INTO `__new_worker_tokens`("id", "worker_id", "issued_at", "expires_at", "revoked_at") SELECT "id", "worker_id", "issued_at", "expires_at", "revoked_at" FROM `worker_tokens`;--> statement-breakpoint
DROP TABLE `worker_tokens`;--> statement-breakpoint
ALTER TABLE `__new_worker_tokens` RENAME TO `worker_tokens`;--> statement-breakpoint
PRAGMA foreign_keys=ON;--> statement-breakpoint
CREATE INDEX `worker_tokens_by_worker` ON `worker_tokens` (`worker_id`,`id`);