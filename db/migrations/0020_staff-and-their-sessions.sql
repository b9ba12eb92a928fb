CREATE TABLE `staff` (
	`id` text PRIMARY KEY NOT NULL,
	`email` text NOT NULL,
	`name` text NOT NULL,
	`role` text NOT NULL,
	`franchise_id` text,
	`active` integer DEFAULT true NOT NULL,
	`invited_by` text NOT NULL,
	`last_sign_in_at` integer,
	`created_at` integer NOT NULL,
	`updated_at` integer NOT NULL,
	FOREIGN KEY (`franchise_id`) REFERENCES `franchises`(`id`) ON UPDATE no action ON DELETE no action,
	CONSTRAINT "staff_role" CHECK(("staff"."role" = 'owner' OR "staff"."role" = 'dispatcher' OR "staff"."role" = 'bookkeeper' OR "staff"."role" = 'franchisee')),
	CONSTRAINT "staff_franchisee" CHECK("staff"."role" <> 'franchisee' OR "staff"."franchise_id" IS NOT NULL),
	CONSTRAINT "staff_owner" CHECK("staff"."role" <> 'owner' OR "staff"."franchise_id" IS NULL)
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_email_unique` ON `staff` (`email`);--> statement-breakpoint
CREATE TABLE `staff_sessions` (
	`id` text PRIMARY KEY NOT NULL,
	`staff_id` text NOT NULL,
	`renewal_hash` text NOT NULL,
	`method` text NOT NULL,
	`device` text NOT NULL,
	`network` text NOT NULL,
	`created_at` integer NOT NULL,
	`last_seen_at` integer NOT NULL,
	`expires_at` integer NOT NULL,
	`ended_at` integer,
	FOREIGN KEY (`staff_id`) REFERENCES `staff`(`id`) ON UPDATE no action ON DELETE no action
);
--> statement-breakpoint
CREATE UNIQUE INDEX `staff_sessions_renewal_hash_unique` ON `staff_sessions` (`renewal_hash`);--> statement-breakpoint
CREATE INDEX `staff_sessions_by_person` ON `staff_sessions` (`staff_id`,`created_at`);--> statement-breakpoint
CREATE INDEX `staff_sessions_by_end` ON `staff_sessions` (`expires_at`);